import { execFile } from 'node:child_process'

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs a script of ours in a process of its own, to its end. */
export const runProgram = (script: string, args: string[], settings: Record<string, string>) =>
  new Promise<Ended>((resolve) => {
    const env = { ...process.env, ...settings }
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
