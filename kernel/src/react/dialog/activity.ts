import type { ExoticComponent, ReactNode } from 'react'
import * as React from 'react'

interface ActivityProps {
  readonly mode: 'hidden' | 'visible'
  readonly children: ReactNode
}

const Bare = ({ mode, children }: ActivityProps): ReactNode => (mode === 'visible' ? children : null)

/**
 * Renders hidden children ahead of time without running their effects, in React 19.2 and later. Otherwise hidden children are not rendered. Looked up
 * by name, because not every React replacement exports it.
 */
export const Activity: ExoticComponent<ActivityProps> | typeof Bare =
  /* @__PURE__ */ Reflect.get(React, 'Activity') ?? Bare
