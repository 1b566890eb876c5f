//! Writes a mesh as a binary STL file, which every slicer reads.
//!
//! The format has no unit; slicers assume millimetres. Slicers tell solids apart by their surfaces, which don't touch.

use base::{
    mesh::{Mesh, Vec3},
    text::drawable,
};

/// The length of the header, a free text, in bytes.
const HEADER: usize = 80;

/// Returns the bytes of the file.
pub fn write(mesh: &Mesh, title: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + 4 + 50 * mesh.triangles.len());
    // The header must not begin with "solid", which marks a text STL file.
    let header = format!("Quincunx: {}, millimetres", drawable(title));
    bytes.extend(header.bytes().filter(u8::is_ascii).chain(std::iter::repeat(b' ')).take(HEADER));
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for &[a, b, c] in &mesh.triangles {
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for Vec3 { x, y, z } in [normal, a, b, c] {
            bytes.extend([x, y, z].into_iter().flat_map(f32::to_le_bytes));
        }
        // No attributes.
        bytes.extend([0, 0]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_binary_layout() {
        let triangle = [Vec3::ZERO, Vec3::X, Vec3::Y];
        let bytes = write(
            &Mesh { triangles: vec![triangle; 2] },
            "an é\0\x1b and a very long title that does not fit into the 80 bytes that the format has for it",
        );
        assert_eq!(bytes.len(), 84 + 2 * 50);
        assert!(bytes.starts_with(b"Quincunx: an  and a very") && bytes[..80].is_ascii());
        assert_eq!(bytes[80..84], 2_u32.to_le_bytes());
        let float = |place: usize| f32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[84 + 4 * place + byte]));
        assert_eq!([0, 1, 2].map(float), [0.0, 0.0, 1.0], "the normal points outwards");
        assert_eq!([6, 7, 8].map(float), [1.0, 0.0, 0.0], "the second corner");
    }
}
