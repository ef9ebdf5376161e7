import { useQuery } from '@tanstack/react-query'
import { staffCall } from '#staff/http/staff-call.ts'

export const ownPasskeysKey = ['own-passkeys']

export const useOwnPasskeys = () =>
  useQuery({ queryKey: ownPasskeysKey, queryFn: async () => (await staffCall('staffPasskeys')).data })
