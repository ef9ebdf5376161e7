// The test double for S3 as a program of its own, which can be frozen; s3-process.ts starts it.
import { createHash } from 'node:crypto'
import { startS3Server } from './s3-server.ts'

const { endpoint, bucket, objects } = await startS3Server()
process.on('message', () => {
  const hashes = [...objects].map(([key, { content }]) => [key, createHash('sha256').update(content).digest('hex')])
  process.send?.(hashes)
})
process.on('disconnect', () => process.exit())
process.send?.({ endpoint, bucket })
