// How every command of the office ends: with what it has to say, or with the reason why not.

/** Prints the command's answer; what it throws becomes one sentence on the error output and exit code 1. */
export async function commandLine(run: (args: string[], env: NodeJS.ProcessEnv) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await run(process.argv.slice(2), process.env)}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
