// Whether single keys act (WCAG 2.1.4 asks for a way to turn them off). Kept on this device.
import { readStoredJson, writeStoredJson } from '#kit/browser/stored-json.ts'

const storageKey = 'staff-keys-off'

export const areKeysOn = (): boolean => readStoredJson<boolean>(storageKey) !== true
export const setKeysOn = (isOn: boolean): void => writeStoredJson(storageKey, !isOn)

/** A key then belongs to a field. */
export const isInField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('textarea, select, input:not([type="checkbox"])')
