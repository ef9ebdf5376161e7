// The keys of a review. Single keys never act while somebody types, and none when they are turned off.
import { useLayoutEffect } from 'react'
import type { RejectionReasonCode } from '#shared/decisions/rejection-reasons.ts'
import type { Verdict } from '#shared/decisions/stages.ts'
import { areKeysOn } from '#staff/entities/session/key-setting.ts'
import { reasonKeys } from './verdict/review-draft.ts'

interface ReviewKeys {
  onVerdict: (verdict: Verdict) => void
  onReasons: () => void
  /** Undefined while the reasons are not on the page. */
  onReason: ((code: RejectionReasonCode) => void) | undefined
  onUndo: () => void
  onRecord: () => void
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onHelp: () => void
}

/** Nothing is typed into a checkbox or a radio button. */
const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])')

function findReasonAct(key: string, { onReason }: ReviewKeys): (() => void) | undefined {
  const reason = reasonKeys[key]
  return onReason && reason && (() => onReason(reason))
}

export function useReviewKeys(keys: ReviewKeys): void {
  // With the page, not after it: a key that is used as soon as a case is drawn acts on that case.
  useLayoutEffect(() => {
    const acts: Readonly<Record<string, () => void>> = {
      1: () => keys.onVerdict('shortlist'),
      2: () => keys.onVerdict('reject'),
      3: () => keys.onVerdict('hold'),
      r: keys.onReasons,
      u: keys.onUndo,
      ']': () => keys.onNext?.(),
      '[': () => keys.onPrevious?.(),
      '?': keys.onHelp,
    }
    const listen = (event: KeyboardEvent) => {
      if (!areKeysOn() || document.querySelector('dialog[open]')) return
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && event.key === 'Enter') {
        event.preventDefault()
        if (!event.repeat) keys.onRecord()
        return
      }
      if (isCommand || event.altKey || isTypedInto(event.target)) return
      const act = findReasonAct(event.key, keys) ?? acts[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
