import { describe, expect, test, vi } from 'vitest'
import { filterUploads } from './upload-list.ts'
import { UploadFailure, type UploadPort } from './upload-port.ts'
import { createUploadQueue } from './upload-queue.ts'

const path = { section: 'grants', entryId: 'grants-1', key: 'fileUrl' }
const otherPath = { ...path, entryId: 'grants-2' }
const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' })

/** A queue whose uploads end when the test says so. */
function createTestQueue() {
  const sent: {
    name: string
    report(progress: number, bytes: number): void
    succeed(): Promise<void>
    fail(isOffline: boolean, reason?: Error): Promise<void>
    signal: AbortSignal
  }[] = []
  const list = vi.fn(async () => [
    { link: '/files/earlier', name: 'degree.pdf', size: 1200 },
    { link: '/files/a', name: 'as stored', size: 1 },
  ])
  const port: UploadPort = {
    maxBytes: 100,
    isTooLarge: () => false,
    messages: {
      none: 'none',
      selectOne: 'one',
      failed: 'File upload failed',
      doneOne: 'done',
      doneMany: 'all done',
      formatSize: String,
    },
    list,
    send: (file, onProgress, signal) =>
      new Promise((resolve, reject) => {
        const actAndWait = (act: () => void) => {
          act()
          return new Promise<void>((done) => setTimeout(done))
        }
        sent.push({
          name: file.name,
          report: onProgress,
          signal,
          succeed: () => actAndWait(() => resolve({ link: `/files/${file.name}`, size: 60 })),
          fail: (isOffline, reason = new UploadFailure('The file is damaged.', { isOffline })) =>
            actAndWait(() => reject(reason)),
        })
      }),
  }
  const events: unknown[] = []
  const queue = createUploadQueue(port, {
    onUploaded: ({ entryId }, link) => events.push(['uploaded', entryId, link]),
    onBatchDone: (count) => events.push(['done', count]),
    onFailed: (message) => events.push(['failed', message]),
  })
  const states = () => queue.getUploads().map(({ file, state }) => `${file.name} ${state}`)
  return { queue, sent, events, states, list }
}

describe('several files', () => {
  test('are sent in one call each, two at a time, and announced once when all are uploaded', async () => {
    const { queue, sent, events, states } = createTestQueue()
    queue.add(path, [pdf('a'), pdf('b'), pdf('c'), pdf('d')])
    expect(states()).toEqual(['a sending', 'b sending', 'c waiting', 'd waiting'])
    await sent[0]?.succeed()
    expect(states()).toEqual(['b sending', 'c sending', 'd waiting'])
    for (const one of [1, 2, 3]) await sent[one]?.succeed()
    expect(events).toEqual([
      ['uploaded', 'grants-1', '/files/a'],
      ['uploaded', 'grants-1', '/files/b'],
      ['uploaded', 'grants-1', '/files/c'],
      ['uploaded', 'grants-1', '/files/d'],
      ['done', 4],
    ])
    expect(queue.getUploadedFile('/files/b')).toMatchObject({ name: 'b', size: 60 })
  })

  test('each report their progress', () => {
    const { queue, sent } = createTestQueue()
    queue.add(path, [pdf('a'), pdf('b')])
    sent[1]?.report(0.4, 90)
    expect(queue.getUploads().map(({ progress, bytes }) => [progress, bytes])).toEqual([
      [0, null],
      [0.4, 90],
    ])
  })
})

test('a failed upload stays in the list with its error, and can be retried', async () => {
  const { queue, sent, events } = createTestQueue()
  queue.add(path, [pdf('a'), pdf('b')])
  await sent[0]?.fail(false)
  await sent[1]?.succeed()
  expect(queue.getUploads()).toMatchObject([{ state: 'failed', error: 'The file is damaged.' }])
  expect(events).toEqual([
    ['failed', 'The file is damaged.'],
    ['uploaded', 'grants-1', '/files/b'],
    ['done', 1],
  ])
  queue.retry(queue.getUploads()[0]?.id ?? 0)
  await sent[2]?.succeed()
  expect(events.slice(-2)).toEqual([
    ['uploaded', 'grants-1', '/files/a'],
    ['done', 1],
  ])
})

test('an upload that fails for a reason that is not meant for users says only that it failed', async () => {
  const { queue, sent, events } = createTestQueue()
  queue.add(path, [pdf('a')])
  await sent[0]?.fail(false, new TypeError('Importing a module script failed.'))
  expect(events).toEqual([['failed', 'File upload failed']])
  expect(queue.getUploads()).toMatchObject([{ state: 'failed', error: 'File upload failed' }])
})

test('of several failed uploads the one that is retried is sent, and no other', async () => {
  const { queue, sent, states } = createTestQueue()
  queue.add(path, [pdf('a'), pdf('b')])
  await sent[0]?.fail(false)
  await sent[1]?.fail(false)
  queue.retry(queue.getUploads()[1]?.id ?? 0)
  expect(states()).toEqual(['a failed', 'b sending'])
})

describe('when the connection is lost', () => {
  test('stalled uploads resume by themselves, failed ones only when the user retries them', async () => {
    const { queue, sent, states, events } = createTestQueue()
    queue.add(path, [pdf('cut'), pdf('damaged')])
    await sent[0]?.fail(true)
    await sent[1]?.fail(false)
    expect(states()).toEqual(['cut stalled', 'damaged failed'])
    expect([queue.countRunning(['grants']), queue.countStalled(['grants'])]).toEqual([0, 1])
    queue.retryStalled()
    expect(states()).toEqual(['cut sending', 'damaged failed'])
    await sent[2]?.succeed()
    expect(events).toEqual([
      ['failed', 'The file is damaged.'],
      ['uploaded', 'grants-1', '/files/cut'],
      ['done', 1],
    ])
  })

  test('the user can retry a stalled upload without waiting', async () => {
    const { queue, sent, states } = createTestQueue()
    queue.add(path, [pdf('cut')])
    await sent[0]?.fail(true)
    const { id = 0 } = queue.getUploads()[0] ?? {}
    queue.retry(id)
    expect(states()).toEqual(['cut sending'])
    // It is on its way: a second click does not send it once more.
    queue.retry(id)
    expect(sent).toHaveLength(2)
  })
})

test('a removed upload is aborted, adds no link and reports no failure', async () => {
  const { queue, sent, events } = createTestQueue()
  queue.add(path, [pdf('a'), pdf('b')])
  for (const { id } of queue.getUploads()) queue.remove(id)
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true])
  await sent[0]?.succeed()
  await sent[1]?.fail(false)
  expect([queue.getUploads(), events]).toEqual([[], []])
})

test('removing an entry removes its uploads and no others', () => {
  const { queue } = createTestQueue()
  queue.add(path, [pdf('a'), pdf('b')])
  queue.add(otherPath, [pdf('c')])
  queue.removeUnless(({ entryId }) => entryId !== 'grants-1')
  expect(queue.getUploads().map(({ file }) => file.name)).toEqual(['c'])
  expect(filterUploads(queue.getUploads(), otherPath)).toHaveLength(1)
})

test('when the form is left no upload goes on, and none that waited begins', async () => {
  const { queue, sent, events } = createTestQueue()
  queue.add(path, [pdf('a'), pdf('b'), pdf('c')])
  queue.removeUnless()
  await sent[0]?.succeed()
  expect(sent.map(({ name, signal }) => [name, signal.aborted])).toEqual([
    ['a', true],
    ['b', true],
  ])
  expect([queue.getUploads(), events]).toEqual([[], []])
})

test('running uploads are counted per section', async () => {
  const { queue, sent } = createTestQueue()
  queue.add(path, [pdf('a'), pdf('b'), pdf('c')])
  expect([queue.countRunning(['grants']), queue.countRunning(['honors'])]).toEqual([3, 0])
  await sent[0]?.fail(false)
  expect(queue.countRunning(['grants'])).toBe(2)
})

test('an answer has its own uploads, and none of another entry', () => {
  const { queue } = createTestQueue()
  queue.add(path, [pdf('one.pdf')])
  queue.add(otherPath, [pdf('two.pdf')])
  expect(filterUploads(queue.getUploads(), otherPath).map((upload) => upload.file.name)).toEqual(['two.pdf'])
})

test('files of earlier visits are asked for once, and none of this visit is taken for one', async () => {
  const { queue, sent, list } = createTestQueue()
  queue.add(path, [pdf('a')])
  await sent[0]?.succeed()
  for (const _card of ['one', 'another']) await queue.loadEarlierFiles()
  expect(list).toHaveBeenCalledOnce()
  expect(queue.getUploadedFile('/files/earlier')).toMatchObject({ name: 'degree.pdf', size: 1200 })
  expect(queue.getUploadedFile('/files/a')).toMatchObject({ name: 'a', size: 60 })
})

test('without an answer about files of earlier visits, those of this visit keep their names', async () => {
  const { queue, sent, list } = createTestQueue()
  list.mockRejectedValue(new Error('No answer.'))
  queue.add(path, [pdf('a')])
  await sent[0]?.succeed()
  await queue.loadEarlierFiles()
  expect(queue.getUploadedFile('/files/a')).toMatchObject({ name: 'a', size: 60 })
})
