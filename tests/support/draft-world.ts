// A form, a device and a server around a draft keeper, all in memory.
import { vi } from 'vitest'
import type { Answers } from '#shared/application/sections.ts'
import { createDraftKeeper } from '#web/features/applications/draft/draft-keeper.ts'
import type { DraftRecord } from '#web/features/applications/draft/draft-record.ts'
import {
  type DraftState,
  held,
  type NewerDraft,
  type SendOutcome,
  savedWords,
} from '#web/features/applications/draft/draft-state.ts'
import { completeAnswers } from './answers.ts'

const base = completeAnswers('/api/v1/files/1')

/** Complete answers that differ in one. */
const written = (hobby: string): Answers => ({ ...base, hobby })

const savedAt = '2026-11-21T13:32:00Z'

export const saved = (revision: number): SendOutcome => ({ kind: 'saved', revision, savedAt })

export const elsewhere = (hobby: string, more: Partial<NewerDraft> = {}): NewerDraft => ({
  answers: written(hobby),
  revision: 9,
  savedAt,
  pending: false,
  where: 'server',
  ...more,
})

/** As long as it takes until what was typed is saved. */
export const rest = () => vi.advanceTimersByTimeAsync(500)

export async function typedAndRested(w: ReturnType<typeof draftWorld>, hobby = 'Chess'): Promise<void> {
  w.type(hobby)
  await rest()
}

/** A keeper over a form that has just been opened; the server answers when the test lets it. Needs fake timers. */
export function draftWorld(state: DraftState = held({ revision: 3, savedAt, pending: false })) {
  let form = written('as opened')
  const device: { record: Omit<DraftRecord, 'step'> | null; isFull: boolean } = { record: null, isFull: false }
  const sent: { answers: Answers; revision: number; parting: boolean; answer(outcome: SendOutcome): Promise<void> }[] =
    []
  const told = { followed: 0, submitted: 0 }
  const keeper = createDraftKeeper(
    { answers: form, state, sent: [] },
    {
      readForm: () => form,
      replaceForm: (answers) => {
        form = answers
      },
      write: (record) => {
        if (device.isFull) return false
        device.record = record
        return true
      },
      send: (draft) =>
        new Promise((resolve) => {
          sent.push({
            ...draft,
            answer: async (outcome) => {
              resolve(outcome)
              await vi.advanceTimersByTimeAsync(0)
            },
          })
        }),
      followed: () => told.followed++,
      submittedElsewhere: () => told.submitted++,
    },
  )
  const type = (hobby: string) => {
    form = written(hobby)
    keeper.edited()
  }
  return { keeper, device, sent, told, type, hobby: () => form.hobby, words: () => savedWords(keeper.state())?.words }
}
