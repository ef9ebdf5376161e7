import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, describeFailure } from '../http/api-error.ts'
import { Button } from '../ui/actions/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { Skeleton, type SkeletonLine } from '../ui/feedback/skeleton.tsx'
import { Actions } from '../ui/layout/actions.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching' | 'failureCount'>
  /** The shape of what is being loaded. */
  lines?: readonly SkeletonLine[]
  /** What screen readers hear meanwhile. */
  loading?: string
  /** What the error says first, such as 'The exports could not be loaded'. */
  failed?: string
  /** Of the whole page, above an error. The page writes its own above the data. */
  title?: string
  /** What is said instead of an error where the address leads to nothing. */
  missing?: string
  /** Where to go on from there. */
  back?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * What is read from the server: a skeleton before it, and after a failure the reason and another try. What was read before
 * stays, and the page says so while it cannot be read again.
 */
export function QueryResult<T>({ query, lines = ['line', 'line'], loading, children, ...rest }: Props<T>) {
  if (query.data !== undefined)
    return (
      <>
        {query.failureCount > 0 && <Outdated query={query} />}
        {children(query.data)}
      </>
    )
  if (!query.error) return <Skeleton lines={lines} {...(loading && { label: loading })} />
  return <Failure query={query} {...rest} />
}

/** Above what was read before and cannot be read again. */
export const Outdated = <T,>({ query: { isFetching, refetch } }: Pick<Props<T>, 'query'>) => (
  <Banner tone="warning" role="status" title="This could not be updated">
    <p>What you see was read before, and may have changed since.</p>
    <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
      Try again
    </Button>
  </Banner>
)

/** The server refuses an id that cannot be one with 400. */
const isNotFound = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

function Failure<T>({ query, failed, title, missing, back }: Omit<Props<T>, 'lines' | 'loading' | 'children'>) {
  const { error, refetch } = query
  const isMissing = missing !== undefined && isNotFound(error)
  return (
    <>
      {title && <PageTitle>{title}</PageTitle>}
      {isMissing ? (
        <Banner tone="info" role="alert">
          {missing}
        </Banner>
      ) : (
        <Banner tone="error" title={failed}>
          <p>{describeFailure(error)}</p>
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {isMissing && back && <Actions>{back}</Actions>}
    </>
  )
}
