// Loaded into every child before its own code: when the launcher is gone, however it went, the child is asked to stop.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
