// Whether single keys act on lists (WCAG 2.1.4 asks for a way to turn them off). Kept on this device.
import { readStoredJson, writeStoredJson } from '#kit/browser/stored-json.ts'

const storageKey = 'staff-keys-off'

export const areKeysOn = (): boolean => readStoredJson<boolean>(storageKey) !== true
export const setKeysOn = (isOn: boolean): void => writeStoredJson(storageKey, !isOn)
