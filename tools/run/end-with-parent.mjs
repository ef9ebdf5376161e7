// Loaded into every child before its own code: when the launcher has ended in any way, the child stops too.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
