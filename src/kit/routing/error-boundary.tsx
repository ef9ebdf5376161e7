import { Component, type ComponentType, type ReactNode } from 'react'

interface Props {
  /** What is shown instead; without a layout, which may be what failed. */
  page: ComponentType<{ error: unknown }>
  children: ReactNode
}

interface State {
  caught: { error: unknown } | null
}

/** Shows the error page instead of a page that failed; the browser's back and forward leave it again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: null }

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } }
  }

  override componentDidMount() {
    addEventListener('popstate', this.reset)
  }

  override componentWillUnmount() {
    removeEventListener('popstate', this.reset)
  }

  private reset = () => this.setState({ caught: null })

  override render() {
    const { caught } = this.state
    const { page: ErrorPage, children } = this.props
    return caught ? <ErrorPage error={caught.error} /> : children
  }
}
