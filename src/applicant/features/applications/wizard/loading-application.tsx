import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'

/**
 * Until it is known whether there is an application, and the form is there. The sentences are part of the page's HTML, so
 * they are read while the code is still loading; they are true before and after the submission.
 */
export const LoadingApplication = () => (
  <>
    <p>
      Loading your application. On a slow network this can take some seconds. What you have saved or submitted is safe
      with us.
    </p>
    <Skeleton lines={['title', 'line', 'line', 'block', 'block', 'block', 'block']} />
  </>
)
