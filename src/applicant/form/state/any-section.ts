// Sections of one shape, whatever their fields, for components that render any of them.
import type { Section } from '#shared/forms/section.ts'

export type AnyList = Extract<Section, { shape: 'list' }>
export type AnyGroup = Extract<Section, { shape: 'group' }>
export type AnySingle = Extract<Section, { shape: 'single' }>
