// The server's program.
import { startServer } from './start-server.ts'

startServer(process.env)
