// Calls the control API of a simulator (src/simulators/README.md).

/**
 * Posts `body` to /simulator/<path>, or gets it when there is no body.
 * @throws Error with the simulator's message when it refuses
 */
export async function askSimulator(simulator: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${simulator}/simulator/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`The simulator refused ${path}: ${await response.text()}`)
  return response.json()
}
