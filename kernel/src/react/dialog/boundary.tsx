import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly children: ReactNode
  /** Rendered instead of the failed view. */
  readonly fallback: ReactNode
  onError(error: unknown): void
}

/** Error boundary of a view. */
export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
