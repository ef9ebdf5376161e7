// Who is signed in. The answer of the server is the only source: the cookie cannot be read here.
import { QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import type { StaffMe } from '#shared/api/staff/session.ts'
import { listLimits, type Permission } from '#shared/roles/permissions.ts'
import { staffCall } from '#staff/http/staff-call.ts'

const sessionKey = ['staff-me']

/** Null while nobody is signed in. */
const readMe = async (): Promise<StaffMe | null> => (await staffCall('staffSession')).data.me

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

export function createStaffQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // The session ended while a page was open: the guard goes to the sign-in page and comes back afterwards.
      onError: (error) => isSignedOut(error) && client.setQueryData(sessionKey, null),
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && error instanceof NetworkError,
        networkMode: 'always',
      },
    },
  })
  return client
}

export const useStaffSession = () => useQuery({ queryKey: sessionKey, queryFn: readMe, staleTime: 60_000 })

export function useSessionActions() {
  const client = useQueryClient()
  return {
    begin: (me: StaffMe) => client.setQueryData(sessionKey, me),
    /** Forgets everything that the person has read. */
    end() {
      client.setQueryData(sessionKey, null)
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    },
    /** Reads again who the person is and in which exercises. */
    refresh: () => client.invalidateQueries({ queryKey: sessionKey }),
    setFreshUntil: (freshUntil: string) =>
      client.setQueryData(sessionKey, (me: StaffMe | null | undefined) => me && { ...me, freshUntil }),
  }
}

/** Provided by the guard. */
export const MeContext = createContext<StaffMe | null>(null)

/** The person who is signed in; only below the guard. */
export function useMe(): StaffMe {
  const me = useContext(MeContext)
  if (!me) throw new Error('Nobody is signed in.')
  return me
}

/** Whether the person has only a part of the permission, such as the status of applications. */
export function useIsLimited(permission: Permission): boolean {
  const { roles } = useMe()
  return listLimits(roles, permission) !== null
}

export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}
