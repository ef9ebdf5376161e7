import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { staffPaths } from '#shared/staff/paths.ts'

export const Component = () => (
  <>
    <PageTitle>Page not found</PageTitle>
    <p>There is no staff page at this address, or your roles do not include it.</p>
    <p>
      <ButtonLink to={staffPaths.home}>Go to Home</ButtonLink>
    </p>
  </>
)
