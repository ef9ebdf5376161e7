// What tests ask of a simulator, below its /simulator (src/simulators/README.md).

/**
 * Posts `body` to /simulator/<path>; without one it reads.
 * @throws Error with what the simulator said when it refused
 */
export async function askSimulator(simulator: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${simulator}/simulator/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`The simulator refused ${path}: ${await response.text()}`)
  return response.json()
}
