//! The system's fonts, for characters that the bundled typeface lacks. They are read only when a text has one of those.

use std::{
    collections::{BTreeSet, HashMap},
    env, fs,
    sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError},
};

use fontdb::{Database, Family, ID, Query, Source, Weight};
use harfrust::ShaperData;
use skrifa::{
    FontRef, GlyphId, MetadataProvider,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};

use super::{BOLD_WEIGHT, bidi};

/// The beginnings of the names of families that are used before all others: fonts without serifs that systems use themselves.
const PREFERRED: [&str; 9] = [
    "Noto Sans",
    "Segoe UI",
    "DejaVu Sans",
    "Helvetica Neue",
    "PingFang",
    "Hiragino Sans",
    "Microsoft YaHei",
    "Yu Gothic",
    "Malgun Gothic",
];

/// Han characters have other forms in other regions. Languages, as the environment names them, with the ends of the names of families that
/// have their forms. Without one of these languages, the first is used.
const REGIONS: [(&str, &str); 5] = [("zh", "SC"), ("ja", "JP"), ("ko", "KR"), ("zh_TW", "TC"), ("zh_HK", "HK")];

/// The size in which glyphs are drawn: that of the bundled typeface, so that its coordinates are whole numbers. Outlines are drawn on a
/// grid, which is too coarse for small sizes.
pub const DRAWN_SIZE: f32 = 2048.0;

/// A font that draws text: a weight of the bundled typeface, or one of the system's fonts.
pub struct Face {
    /// Its name in files.
    pub name: String,
    /// The font file.
    pub data: Arc<dyn AsRef<[u8]> + Send + Sync>,
    /// Which font of the file it is.
    pub index: u32,
    pub(super) shaper: ShaperData,
}

impl Face {
    /// A font of this file; none if it is broken.
    pub(super) fn new(name: &str, data: Arc<dyn AsRef<[u8]> + Send + Sync>, index: u32) -> Option<Self> {
        let shaper = ShaperData::new(&FontRef::from_index((*data).as_ref(), index).ok()?);
        Some(Self { name: name.to_owned(), data, index, shaper })
    }

    /// The tables of the font.
    pub fn font(&self) -> FontRef<'_> {
        FontRef::from_index((*self.data).as_ref(), self.index).expect("the face was made from this font")
    }

    /// Draws the outline of a glyph at size [`DRAWN_SIZE`], y upwards; nothing if it has none.
    pub fn draw(&self, glyph: GlyphId, pen: &mut impl OutlinePen) {
        draw(&self.font(), glyph, pen);
    }
}

fn draw(font: &FontRef<'_>, glyph: GlyphId, pen: &mut impl OutlinePen) {
    if let Some(outline) = font.outline_glyphs().get(glyph) {
        // A broken outline ends where it is broken.
        let _ = outline.draw(DrawSettings::unhinted(Size::new(DRAWN_SIZE), LocationRef::default()), pen);
    }
}

/// Finds fonts for characters, and notes which characters no font has.
pub struct Fallback {
    load: fn() -> Database,
    fonts: OnceLock<Fonts>,
    found: Mutex<Found>,
}

struct Fonts {
    database: Database,
    /// The regular and the bold font of each family, the best family first.
    families: Vec<[ID; 2]>,
}

#[derive(Default)]
struct Found {
    /// What was found for these characters, regular or bold.
    clusters: HashMap<(String, bool), Option<Arc<Face>>>,
    faces: HashMap<ID, Option<Arc<Face>>>,
    /// The characters without a font, and how many of them were reported.
    lacking: BTreeSet<char>,
    reported: usize,
}

/// The fonts of this system. When the first one is looked for, the heads of all font files are read, which can take a second.
pub fn system() -> &'static Fallback {
    static SYSTEM: LazyLock<Fallback> = LazyLock::new(|| {
        Fallback::new(|| {
            let mut database = Database::new();
            database.load_system_fonts();
            database
        })
    });
    &SYSTEM
}

impl Fallback {
    /// Looks for fonts in what this loads, once there is a character to look for.
    pub fn new(load: fn() -> Database) -> Self {
        Self { load, fonts: OnceLock::new(), found: Mutex::default() }
    }

    /// The best font that has all of these characters, a letter with its marks. If there is none, the best one that has the letter.
    pub fn find(&self, cluster: &str, bold: bool) -> Option<Arc<Face>> {
        let key = (cluster.to_owned(), bold);
        if let Some(face) = self.found().clusters.get(&key) {
            return face.clone();
        }
        let fonts = self.fonts.get_or_init(|| Fonts::new((self.load)()));
        let mut found = self.found();
        let first: String = cluster.chars().take(1).collect();
        let id = fonts.find(cluster, bold).or_else(|| fonts.find(&first, bold));
        let face = id.and_then(|id| found.faces.entry(id).or_insert_with(|| fonts.face(id)).clone());
        if face.is_none() {
            found.lacking.extend(first.chars());
        }
        found.clusters.insert(key, face.clone());
        face
    }

    /// Says which characters no font has, unless nothing is new since this was called before. Doesn't wait while a font is looked for.
    pub fn complaint(&self) -> Option<String> {
        let mut found = self.found.try_lock().ok()?;
        let is_new = found.reported < found.lacking.len();
        found.reported = found.lacking.len();
        let first = found.lacking.first().filter(|_| is_new)?;
        let others = match found.lacking.len() - 1 {
            0 => String::new(),
            1 => " and 1 other".to_owned(),
            count => format!(" and {count} others"),
        };
        Some(format!("no font on this computer has {first} (U+{:04X}){others}, so boxes are drawn instead", u32::from(*first)))
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Fonts {
    fn new(database: Database) -> Self {
        let language = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
        let mut names: BTreeSet<(_, String)> = BTreeSet::new();
        for face in database.faces() {
            let Some((name, _)) = face.families.first() else { continue };
            // Names that begin with a full stop, and Last Resort, stand for fonts of macOS that draw no letters.
            if !name.starts_with('.') && !name.replace(' ', "").starts_with("LastResort") {
                names.insert((rank(name, face.monospaced, language.as_deref()), name.clone()));
            }
        }
        let with_weight = |name: &str, weight| database.query(&Query { families: &[Family::Name(name)], weight, ..Query::default() });
        let both = |(_, name): &(_, String)| Some([with_weight(name, Weight::NORMAL)?, with_weight(name, Weight(BOLD_WEIGHT))?]);
        let families = names.iter().filter_map(both).collect();
        Self { database, families }
    }

    fn find(&self, cluster: &str, bold: bool) -> Option<ID> {
        let has_all = |data: &[u8], index| FontRef::from_index(data, index).is_ok_and(|font| can_draw(&font, cluster));
        let mut ids = self.families.iter().map(|weights| weights[usize::from(bold)]);
        ids.find(|&id| self.database.with_face_data(id, has_all).unwrap_or(false))
    }

    fn face(&self, id: ID) -> Option<Arc<Face>> {
        let info = self.database.face(id)?;
        let data = match &info.source {
            Source::Binary(data) | Source::SharedFile(_, data) => Arc::clone(data),
            Source::File(path) => Arc::new(fs::read(path).ok()?),
        };
        Face::new(&info.post_script_name, data, info.index).map(Arc::new)
    }
}

/// Where a family comes in the order in which families are tried: smaller is earlier.
pub(super) fn rank(name: &str, is_monospaced: bool, language: Option<&str>) -> (bool, usize, usize) {
    let preferred = PREFERRED.iter().position(|preferred| name.starts_with(preferred)).unwrap_or(PREFERRED.len());
    let fits = |(own, _): &&(&str, &str)| language.is_some_and(|language| language.starts_with(own));
    // The longest one, so that zh_TW isn't zh.
    let own = REGIONS.iter().filter(fits).max_by_key(|(language, _)| language.len());
    let region = REGIONS.iter().position(|(_, region)| name.strip_suffix(region).is_some_and(|rest| rest.ends_with(' ')));
    let region = region.map_or(0, |region| if own == Some(&REGIONS[region]) { 0 } else { 1 + region });
    (is_monospaced || name.contains("Mono"), preferred, region)
}

/// Whether the font has a glyph for each of these characters, and draws something for the first.
fn can_draw(font: &FontRef<'_>, cluster: &str) -> bool {
    let characters = font.charmap();
    let has = |character| bidi::is_invisible(character) || characters.map(character).is_some_and(|glyph| glyph != GlyphId::NOTDEF);
    let Some(first) = cluster.chars().next() else { return false };
    let mut ink = Ink(first.is_whitespace());
    draw(font, characters.map(first).unwrap_or_default(), &mut ink);
    ink.0 && cluster.chars().all(has)
}

/// Notes whether anything is drawn.
struct Ink(bool);

impl OutlinePen for Ink {
    fn move_to(&mut self, _: f32, _: f32) {}

    fn line_to(&mut self, _: f32, _: f32) {
        self.0 = true;
    }

    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }

    fn close(&mut self) {}
}
