import { Component, type ReactNode } from 'react'

interface Props {
  onError: (error: Error) => void
  children: ReactNode
}

/** Around all of an element: what fails outside of its boundary, or in the boundary's own words, would leave it empty and silent. */
export class LastResort extends Component<Props, { isLost: boolean }> {
  override state = { isLost: false }

  static getDerivedStateFromError() {
    return { isLost: true }
  }

  override componentDidCatch(error: Error) {
    this.props.onError(error)
  }

  override render() {
    return this.state.isLost ? null : this.props.children
  }
}
