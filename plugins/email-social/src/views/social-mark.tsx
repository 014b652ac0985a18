import type { ReactNode } from 'react'
import { marks } from '../social/marks.js'
import type { Social } from '../social/socials.js'

/** Logo of a service in the current text colour. */
export const SocialMark = ({ id, size = 20 }: { readonly id: Social; readonly size?: number }): ReactNode => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d={marks[id]} />
  </svg>
)
