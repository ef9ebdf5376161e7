import { describe, expect, test } from 'vitest'
import { UploadFailure, type UploadPort } from './upload-port.ts'
import { createUploadQueue, uploadsAt } from './upload-queue.ts'

const place = { section: 'grants', row: 'grants-1', key: 'fileUrl' }
const other = { ...place, row: 'grants-2' }
const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' })

/** A line that is let through by the test, file by file. */
function line() {
  const sent: {
    name: string
    report(part: number): void
    arrive(): Promise<void>
    fail(isOffline: boolean): Promise<void>
    signal: AbortSignal
  }[] = []
  const port: UploadPort = {
    largest: 100,
    isTooLarge: () => false,
    words: {
      none: 'none',
      selectOne: 'one',
      failed: 'File upload failed',
      doneOne: 'done',
      doneMany: 'all done',
      size: String,
    },
    send: (file, report, signal) =>
      new Promise((resolve, reject) => {
        const then = (act: () => void) => {
          act()
          return new Promise<void>((done) => setTimeout(done))
        }
        sent.push({
          name: file.name,
          report,
          signal,
          arrive: () => then(() => resolve(`/files/${file.name}`)),
          fail: (isOffline) => then(() => reject(new UploadFailure('The file is damaged.', { isOffline }))),
        })
      }),
  }
  const heard: unknown[] = []
  const queue = createUploadQueue(port, {
    arrived: ({ row }, link) => heard.push(['arrived', row, link]),
    done: (count) => heard.push(['done', count]),
    failed: (message) => heard.push(['failed', message]),
  })
  const states = () => queue.uploads().map(({ file, state }) => `${file.name} ${state}`)
  return { queue, sent, heard, states }
}

describe('several files', () => {
  test('are sent one call each, two at a time, and announced once when all have come', async () => {
    const { queue, sent, heard, states } = line()
    queue.start(place, [pdf('a'), pdf('b'), pdf('c')])
    expect(states()).toEqual(['a sending', 'b sending', 'c waiting'])
    await sent[0]?.arrive()
    expect(states()).toEqual(['b sending', 'c sending'])
    await sent[1]?.arrive()
    await sent[2]?.arrive()
    expect(heard).toEqual([
      ['arrived', 'grants-1', '/files/a'],
      ['arrived', 'grants-1', '/files/b'],
      ['arrived', 'grants-1', '/files/c'],
      ['done', 3],
    ])
    expect(queue.known('/files/b')).toMatchObject({ name: 'b', size: 4 })
  })

  test('each tell how far they are', () => {
    const { queue, sent } = line()
    queue.start(place, [pdf('a'), pdf('b')])
    sent[1]?.report(0.4)
    expect(queue.uploads().map(({ part }) => part)).toEqual([0, 0.4])
  })
})

test('a file that failed stays with its reason, and can be tried again', async () => {
  const { queue, sent, heard } = line()
  queue.start(place, [pdf('a'), pdf('b')])
  await sent[0]?.fail(false)
  await sent[1]?.arrive()
  expect(queue.uploads()).toMatchObject([{ state: 'failed', problem: 'The file is damaged.' }])
  expect(heard).toEqual([
    ['failed', 'The file is damaged.'],
    ['arrived', 'grants-1', '/files/b'],
    ['done', 1],
  ])
  queue.retry(queue.uploads()[0]?.id ?? 0)
  await sent[2]?.arrive()
  expect(heard.slice(-2)).toEqual([
    ['arrived', 'grants-1', '/files/a'],
    ['done', 1],
  ])
})

describe('when the line breaks', () => {
  test('files wait for it and go by themselves when it is back; others wait for the person', async () => {
    const { queue, sent, states, heard } = line()
    queue.start(place, [pdf('cut'), pdf('damaged')])
    await sent[0]?.fail(true)
    await sent[1]?.fail(false)
    expect(states()).toEqual(['cut stalled', 'damaged failed'])
    expect([queue.running(['grants']), queue.stalled(['grants'])]).toEqual([0, 1])
    queue.resume()
    expect(states()).toEqual(['cut sending', 'damaged failed'])
    await sent[2]?.arrive()
    expect(heard).toEqual([
      ['failed', 'The file is damaged.'],
      ['arrived', 'grants-1', '/files/cut'],
      ['done', 1],
    ])
  })

  test('the person need not wait for the page to notice that it is back', async () => {
    const { queue, sent, states } = line()
    queue.start(place, [pdf('cut')])
    await sent[0]?.fail(true)
    queue.retry(queue.uploads()[0]?.id ?? 0)
    expect(states()).toEqual(['cut sending'])
  })
})

test('a removed file is stopped and never arrives', async () => {
  const { queue, sent, heard } = line()
  queue.start(place, [pdf('a')])
  queue.remove(queue.uploads()[0]?.id ?? 0)
  expect(sent[0]?.signal.aborted).toBe(true)
  await sent[0]?.arrive()
  expect([queue.uploads(), heard]).toEqual([[], []])
})

test('with an entry go the files that were on their way to it, and no others', () => {
  const { queue } = line()
  queue.start(place, [pdf('a'), pdf('b')])
  queue.start(other, [pdf('c')])
  queue.removeRow('grants-1')
  expect(queue.uploads().map(({ file }) => file.name)).toEqual(['c'])
  expect(uploadsAt(queue.uploads(), other)).toHaveLength(1)
})

test('a section says how many files are still on their way to it', async () => {
  const { queue, sent } = line()
  queue.start(place, [pdf('a'), pdf('b'), pdf('c')])
  expect([queue.running(['grants']), queue.running(['honors'])]).toEqual([3, 0])
  await sent[0]?.fail(false)
  expect(queue.running(['grants'])).toBe(2)
})
