import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

interface State {
  caught: { error: unknown } | null
}

/** Shows the error page instead of a page that failed; the browser's back and forward leave it again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { caught: null }

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } }
  }

  override componentDidMount() {
    addEventListener('popstate', this.forget)
  }

  override componentWillUnmount() {
    removeEventListener('popstate', this.forget)
  }

  private forget = () => this.setState({ caught: null })

  override render() {
    const { caught } = this.state
    return caught ? <ErrorPage error={caught.error} /> : this.props.children
  }
}
