// Ends a command that cannot go on: one sentence for the person at the keyboard, no stack.

/** A failure whose message says all that there is to say. */
export class Failure extends Error {}

/**
 * Runs a command to its end. A Failure is told in its own words; anything else is a fault of ours and keeps its stack.
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
