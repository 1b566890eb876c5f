//! The processor time of a thread.

use std::time::Duration;

/// Returns the time for which this thread has had the processor, if the system says. Unlike a clock, it doesn't count other programs.
pub fn processor_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    return Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime)).ok();
    #[cfg(not(target_os = "linux"))]
    None
}
