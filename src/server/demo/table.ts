import { demoPassword, demoPeople } from './applicants.ts'

/** The demo accounts as `npm start` prints them. */
export function demoTable(): string {
  const rows = demoPeople.map(({ userId, nin, words }) => `  ${userId}  ${nin}  ${words}`)
  return [`Demo accounts (password ${demoPassword})`, '  User ID     NIN          Stage', ...rows].join('\n')
}
