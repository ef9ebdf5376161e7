import { exercises } from '#server/database/schema/exercises.ts'
import type { RegistryContact } from '#shared/format/registry-contact.ts'

/** The columns of an exercise that say how to reach the registry. */
export const contactColumns = {
  contactAddress: exercises.contactAddress,
  contactPhone: exercises.contactPhone,
  contactHours: exercises.contactHours,
}

type ContactRow = Record<keyof typeof contactColumns, string | null>

export const presentContact = (row: ContactRow): RegistryContact => ({
  address: row.contactAddress,
  phone: row.contactPhone,
  hours: row.contactHours,
})
