// A wave of requests of every kind that changes something, prepared so that all can be on their way at once.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { completeAnswers } from '../fixtures/answers.ts'
import { acknowledged, anUpload, type Entry, fileUrlOf, type Ledger } from './check/expected-state.ts'
import type { Site } from './site.ts'
import { anUnpaidCrowd, aReadyCrowd } from './users.ts'

export interface Wave {
  /** Sends all of it; resolves when each request was answered or lost. */
  send(): Promise<Entry[]>
}

const sizes = { submitters: 6, drafters: 4, uploaders: 4, payers: 3 }

/** Applicants for one wave, those who will submit with an upload of theirs. */
export async function prepareWave(site: Site, ledger: Ledger, origin: string): Promise<Wave> {
  const { submitters, drafters, uploaders, payers } = sizes
  const ready = await aReadyCrowd(site, submitters + drafters + uploaders)
  const unpaid = await anUnpaidCrowd(site, payers)
  const links = await Promise.all(
    ready
      .slice(0, submitters)
      .map(async (applicant) => fileUrlOf(await ledger.ask(origin, applicant, anUpload(4_000)))),
  )

  return {
    send: () =>
      Promise.all(
        [
          ...ready
            .slice(0, submitters)
            .map(
              (applicant, index) => () =>
                ledger.ask(origin, applicant, { kind: 'submit', answers: completeAnswers(links[index] ?? '') }),
            ),
          ...ready.slice(submitters, submitters + drafters).map((applicant) => () => typing(ledger, origin, applicant)),
          ...ready.slice(submitters + drafters).map((applicant) => () => ledger.ask(origin, applicant, anUpload())),
          ...unpaid.map((applicant) => () => ledger.ask(origin, applicant, { kind: 'generate' })),
        ].map((begin) => begin()),
      ),
  }
}

/** A moment anywhere between the first byte and the last answer. */
export async function untilSomeAreAnswered({ inFlight }: Ledger): Promise<void> {
  const count = randomInt(2, inFlight() + 2)
  while (inFlight() >= count) await pause(1)
}

/** Saves a draft three times, each over the one before, as somebody who writes does. */
async function typing(ledger: Ledger, origin: string, applicant: Entry['applicant']): Promise<Entry> {
  const write = (revision: number) =>
    ledger.ask(origin, applicant, {
      kind: 'draft',
      document: { ...completeAnswers('/api/v1/files/1'), hobby: `Chess, ${revision} hours a day` },
      revision,
    })
  let entry = await write(0)
  for (let revision = 1; revision < 3 && acknowledged(entry); revision++) entry = await write(revision)
  return entry
}
