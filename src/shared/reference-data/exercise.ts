// What the public reads of an exercise, the sample one of the demo and of tests, and what stands where there is none.
import type { RegistryContact } from '../format/registry-contact.ts'
import { type Post, posts } from './posts.ts'

export const exerciseStatuses = ['open', 'closed'] as const
export type ExerciseStatus = (typeof exerciseStatuses)[number]

export interface ExerciseFacts {
  institution: string
  shortName: string
  title: string
  year: number
  status: ExerciseStatus
  /** Nothing can be submitted after it; ISO 8601, UTC. */
  deadline: string | null
  /** Naira. */
  fee: number
  /** Naira. */
  charge: number
  posts: readonly Post[]
  vendor: { name: string; url: string | null }
  contact: RegistryContact
}

/** The sample exercise. */
export const initialExercise: ExerciseFacts = {
  institution: 'State Institute of Technology and Management',
  shortName: 'SITM',
  title: 'Academic Staff Recruitment',
  year: 2024,
  status: 'closed',
  deadline: null,
  fee: 12_000,
  charge: 500,
  posts,
  vendor: { name: 'Tidewater Systems', url: null },
  contact: { address: null, phone: null, hours: null },
}

/** Stands on pages and in emails before the first exercise was made. No exercise has the year 0. */
export const noExercise: ExerciseFacts = {
  institution: 'Recruitment portal',
  shortName: 'Recruitment portal',
  title: 'recruitment portal',
  year: 0,
  status: 'closed',
  deadline: null,
  fee: 0,
  charge: 0,
  posts: [],
  vendor: { name: '', url: null },
  contact: { address: null, phone: null, hours: null },
}

export const isExercise = ({ year }: Pick<ExerciseFacts, 'year'>): boolean => year !== noExercise.year
