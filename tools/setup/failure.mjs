// Ends a command that cannot continue with one sentence instead of a stack trace.

/** An error whose message is all that the user needs. */
export class Failure extends Error {}

/**
 * Runs a command. Prints only the message of a Failure; any other error is a bug and keeps its stack.
 * @param {() => Promise<void>} command
 */
export async function runCommand(command) {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  }
}
