import { Component, type ReactNode } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import styles from './message-page.module.css'

interface State {
  error: unknown
}

/** Shows an error page instead of a page that fails to load or to render. */
export class PageError extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? 'unknown' }
  }

  override componentDidMount() {
    addEventListener('popstate', this.reset)
  }

  override componentWillUnmount() {
    removeEventListener('popstate', this.reset)
  }

  private reset = () => this.setState({ error: null })

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <main id="content" className={styles.message}>
        <PageTitle>This page could not be shown</PageTitle>
        <Banner tone="error" role="alert">
          Nothing that you saved is lost. Reload the page; if it fails again, try later.
        </Banner>
        <p>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </p>
      </main>
    )
  }
}
