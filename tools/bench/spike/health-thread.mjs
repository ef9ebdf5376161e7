// Asks /healthz four times a second over a connection of its own, as a load balancer would. In a thread of its own, since
// whoever plays thousands of applicants is late to look at the clock.
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const asked = () =>
  new Promise((resolve) => {
    get({ port: workerData.port, path: '/healthz', agent: false }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode === 200))
    }).once('error', () => resolve(false))
  })

while (true) {
  const sent = performance.now()
  const isWell = await asked()
  parentPort?.postMessage(isWell ? performance.now() - sent : Number.POSITIVE_INFINITY)
  await pause(250)
}
