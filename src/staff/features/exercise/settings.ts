// The settings of an exercise as a person reads and types them.
import type { ExerciseDetails } from '#shared/api/staff/exercises.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { parseLocalDateTime, toLocalDateTime, unfinishedDate } from '#shared/format/local-time.ts'
import { formatNaira } from '#shared/format/numbers.ts'
import { joinAddressLines } from '#shared/format/registry-contact.ts'
import { parseNaira } from '#shared/forms/amount.ts'
import type { Criterion } from '#shared/staff/interviews.ts'
import type { StaffCallOptions } from '#staff/http/staff-call.ts'

export type SettingChanges = StaffCallOptions<'previewExercise'>['body']
type Settings = ExerciseDetails['settings']

export const statusOptions = { open: 'Open', closed: 'Closed' } as const

export const shortlistOptions = { 2: 'Two persons who agree', 1: 'One person' } as const

export const settingLabels = {
  institution: 'Institution',
  shortName: 'Short name',
  title: 'Title',
  status: 'Status',
  deadline: 'Deadline',
  fee: 'Application fee',
  charge: 'Charge',
  shortlistReviews: 'Shortlisting needs',
  scoreCriteria: 'What panels score',
  contactAddress: 'Address of the registry',
  contactPhone: 'Phone of the registry',
  contactHours: 'Hours of the registry',
  vendorName: 'Name of the vendor',
  vendorUrl: 'Web address of the vendor',
} as const

/** A field of the form. */
export type SettingName = keyof typeof settingLabels
const settingNames = Object.keys(settingLabels) as SettingName[]
export type TypedSettings = Readonly<Record<SettingName, string>>

/** The settings as the form has them. */
export const toTyped = (settings: Settings): TypedSettings => ({
  institution: settings.institution,
  shortName: settings.shortName,
  title: settings.title,
  status: settings.status,
  deadline: toLocalDateTime(settings.deadline),
  fee: String(settings.fee),
  charge: String(settings.charge),
  shortlistReviews: String(settings.reviewRules.shortlistReviews),
  scoreCriteria: listCriteria(settings.scoreCriteria).join('\n'),
  contactAddress: settings.contact.address ?? '',
  contactPhone: settings.contact.phone ?? '',
  contactHours: settings.contact.hours ?? '',
  vendorName: settings.vendor.name,
  vendorUrl: settings.vendor.url ?? '',
})

/** Such as "Conduct and judgement: 20". */
export const listCriteria = (criteria: readonly Criterion[]): string[] =>
  criteria.map(({ name, maximum }) => `${name}: ${maximum}`)

/** Line by line; without a number after the last colon there is no maximum, which the server says. */
const parseCriteria = (typed: string): Criterion[] =>
  typed.split('\n').flatMap((line) => {
    const [, name = line, maximum = 'none'] = /^(.*):\s*(\d+)\s*$/.exec(line) ?? []
    return line.trim() === '' ? [] : [{ name: name.trim(), maximum: Number(maximum) }]
  })

/** What a call sends for the fields that differ from the settings. */
export function toChanges(settings: Settings, edits: Partial<TypedSettings>): SettingChanges {
  const before = toTyped(settings)
  const typed = { ...before, ...edits }
  const isChanged = (name: SettingName) => typed[name].trim() !== before[name]
  const readers = {
    institution: () => typed.institution,
    shortName: () => typed.shortName,
    title: () => typed.title,
    status: () => typed.status as Settings['status'],
    deadline: () => (typed.deadline === unfinishedDate ? unfinishedDate : parseLocalDateTime(typed.deadline)),
    fee: () => parseNaira(typed.fee),
    charge: () => parseNaira(typed.charge),
    scoreCriteria: () => parseCriteria(typed.scoreCriteria),
  }
  const changes = Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]) => (isChanged(name as SettingName) ? [[name, read()]] : [])),
  )
  return {
    ...changes,
    ...(isChanged('shortlistReviews') && {
      reviewRules: { shortlistReviews: typed.shortlistReviews === '1' ? (1 as const) : (2 as const) },
    }),
    ...((isChanged('contactAddress') || isChanged('contactPhone') || isChanged('contactHours')) && {
      contact: {
        address: typed.contactAddress.trim() || null,
        phone: typed.contactPhone.trim() || null,
        hours: typed.contactHours.trim() || null,
      },
    }),
    ...((isChanged('vendorName') || isChanged('vendorUrl')) && {
      vendor: { name: typed.vendorName, url: typed.vendorUrl.trim() || null },
    }),
  }
}

/** The field to which a path of a refusal belongs. */
export const findSettingOfPath = (path: string): SettingName | undefined =>
  settingOfPath[path] ?? settingOfPath[path.split('.')[0] ?? '']

const settingOfPath: Readonly<Record<string, SettingName>> = {
  ...Object.fromEntries(settingNames.map((name) => [name, name])),
  'reviewRules.shortlistReviews': 'shortlistReviews',
  'contact.address': 'contactAddress',
  'contact.phone': 'contactPhone',
  'contact.hours': 'contactHours',
  'vendor.name': 'vendorName',
  'vendor.url': 'vendorUrl',
}

/** The settings that change, as now and as proposed. The posts are described by the effects of a change. */
export function listChangedSettings(settings: Settings, changes: SettingChanges): [string, string, string][] {
  const now = formatSettings(settings)
  const contact = { ...settings.contact, ...changes.contact }
  const next = formatSettings({ ...settings, ...changes, contact } as Settings)
  return settingNames.flatMap((name) =>
    now[name] === next[name] ? [] : [[settingLabels[name], now[name], next[name]] as [string, string, string]],
  )
}

const formatSettings = (settings: Settings): TypedSettings => ({
  ...toTyped(settings),
  status: statusOptions[settings.status],
  deadline: settings.deadline === null ? 'None' : formatDateTime(settings.deadline),
  fee: formatNaira(settings.fee),
  charge: formatNaira(settings.charge),
  shortlistReviews: shortlistOptions[settings.reviewRules.shortlistReviews],
  scoreCriteria: listCriteria(settings.scoreCriteria).join(', '),
  contactAddress: settings.contact.address === null ? 'None' : joinAddressLines(settings.contact.address),
  contactPhone: settings.contact.phone ?? 'None',
  contactHours: settings.contact.hours ?? 'None',
  vendorUrl: settings.vendor.url ?? 'None',
})
