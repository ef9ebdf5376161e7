// Who is signed in. The answer of the server is the only source: the cookie cannot be read here.
import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { NetworkError } from '#kit/http/api-error.ts'
import type { StaffMe } from '#shared/api/staff/session.ts'
import { listLimits, type Permission } from '#shared/roles/permissions.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { removeLists, removeOldLists } from '../attendance/door-storage.ts'

const sessionKey = ['staff-me']

interface StaffSession {
  /** Null while nobody has signed in. */
  me: StaffMe | null
  /** The session of this person has ended, but not by signing out: the pages wait for the person to come back. */
  isOver: boolean
}

const signedOut: StaffSession = { me: null, isOver: false }
const endSession = (before: StaffSession = signedOut): StaffSession => ({ ...before, isOver: before.me !== null })

export const createStaffQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && error instanceof NetworkError,
        networkMode: 'always',
      },
    },
  })

const forgetRead = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })

/** What somebody else has read or typed here is nothing for this person, who may have signed in in another tab. */
function forgetOthers(client: QueryClient, me: StaffMe): void {
  if (client.getQueryData<StaffSession>(sessionKey)?.me?.id !== me.id) forgetRead(client)
}

export const useStaffSession = () =>
  useQuery({
    queryKey: sessionKey,
    queryFn: async ({ client }): Promise<StaffSession> => {
      const { me } = (await staffCall('staffSession')).data
      if (me) forgetOthers(client, me)
      // Also on a device on which nobody opens a door any more.
      void removeOldLists(Date.now())
      return me ? { me, isOver: false } : endSession(client.getQueryData(sessionKey))
    },
    staleTime: 60_000,
  })

export function useSessionActions() {
  const client = useQueryClient()
  return {
    begin(me: StaffMe) {
      forgetOthers(client, me)
      void removeLists(me.id)
      client.setQueryData<StaffSession>(sessionKey, { me, isOver: false })
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    },
    /** The server has ended it: the pages are kept for the person, out of sight. */
    markOver: () => client.setQueryData<StaffSession>(sessionKey, endSession),
    /** Forgets everything that the person has read. */
    end() {
      client.setQueryData<StaffSession>(sessionKey, signedOut)
      forgetRead(client)
      void removeLists()
    },
    /** Reads again who the person is and in which exercises. */
    refresh: () => client.invalidateQueries({ queryKey: sessionKey }),
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
