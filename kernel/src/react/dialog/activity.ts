import type { ExoticComponent, ReactNode } from 'react'
import * as React from 'react'

interface ActivityProps {
  readonly mode: 'hidden' | 'visible'
  readonly children: ReactNode
}

const Bare = ({ mode, children }: ActivityProps): ReactNode => (mode === 'visible' ? children : null)

/**
 * Draws its children ahead of time while it is hidden, without running their effects: React from 19.2 on. Elsewhere hidden children are not drawn.
 * It is looked up by name because not every stand-in for React exports it.
 */
export const Activity: ExoticComponent<ActivityProps> | typeof Bare =
  /* @__PURE__ */ Reflect.get(React, 'Activity') ?? Bare
