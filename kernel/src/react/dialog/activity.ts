import type { ExoticComponent, ReactNode } from 'react'
import * as React from 'react'

interface ActivityProps {
  readonly mode: 'hidden' | 'visible'
  readonly children: ReactNode
}

const ActivityFallback = ({ mode, children }: ActivityProps): ReactNode => (mode === 'visible' ? children : null)

/**
 * React's `Activity`: in React 19.2 and later, renders hidden children without running their effects. In earlier versions, hidden children are not
 * rendered. Read by name, because an import of a missing export would be an error.
 */
export const Activity: ExoticComponent<ActivityProps> | typeof ActivityFallback =
  /* @__PURE__ */ Reflect.get(React, 'Activity') ?? ActivityFallback
