//! The techniques, one per file, and what they share: placement tables, search plans, tasks and search traces. Also solutions as
//! assemblies that can be taken apart.

pub mod prepared;
pub mod listener;
pub mod first_cell;
pub mod exact_cover;
pub mod frontier_graph;
pub mod dancing_links;
pub mod representatives;
pub mod corners;
pub mod search_plan;
pub mod path;
pub mod row_list;
pub mod tasks;
pub mod trace;
pub mod techniques;
pub mod disassembly;
