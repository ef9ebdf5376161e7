// Requests /healthz again and again on new connections, like a load balancer. It runs in its own thread, because the
// main thread is late when it simulates thousands of applicants.
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const requestHealth = () =>
  new Promise((resolve) => {
    get({ port: workerData.port, path: '/healthz', agent: false }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode === 200))
    }).once('error', () => resolve(false))
  })

while (true) {
  const sent = performance.now()
  const isHealthy = await requestHealth()
  parentPort?.postMessage(isHealthy ? performance.now() - sent : Number.POSITIVE_INFINITY)
  await sleep(workerData.intervalMs)
}
