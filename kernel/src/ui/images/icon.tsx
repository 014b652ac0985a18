import type { ReactNode } from 'react'
import { classNames } from '../styles/class-names.js'

/** SVG paths in a 24 by 24 box. */
const strokes = {
  back: 'M14.5 5.5 8 12l6.5 6.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3 2',
  close: 'm6.5 6.5 11 11M17.5 6.5l-11 11',
  copy: 'M10.5 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM15.5 8.5V6.5a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2',
  disconnect: 'M9.5 4.5H7a2.5 2.5 0 0 0-2.5 2.5v10A2.5 2.5 0 0 0 7 19.5h2.5M10 12h9.5m-3.5-4 4 4-4 4',
  download: 'M12 4.5V15m-4.5-4 4.5 4.5 4.5-4.5M5 19.5h14',
  external: 'M9 6.5H7a2.5 2.5 0 0 0-2.5 2.5v8A2.5 2.5 0 0 0 7 19.5h8a2.5 2.5 0 0 0 2.5-2.5v-2M13.5 4.5h6v6M19 5l-8 8',
  help: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9.6 9.7a2.5 2.5 0 1 1 3.8 2.2c-.9.6-1.4 1-1.4 2M12 16.7v.01',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 11v5.2M12 7.9v.01',
  network: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM3.8 12h16.4M12 3.5c5 5.5 5 11.5 0 17-5-5.5-5-11.5 0-17Z',
  paste: 'M9 5.5H7.5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-10a2 2 0 0 0-2-2H15M9.5 4h5v3h-5Z',
  phone: 'M9 3.5h6a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2ZM11 17.5h2',
  receive: 'M17.5 6.5 7 17m0-8v8h8',
  retry: 'M19 5v4.5h-4.5M19 9.5A7.5 7.5 0 1 0 19.4 13',
  search: 'M11 4.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.8 11.3 3.7 3.7',
  send: 'M6.5 17.5 17 7m0 8V7H9',
  swap: 'M8 5v14m-3.5-3.5L8 19l3.5-3.5M16 19V5m-3.5 3.5L16 5l3.5 3.5',
  wallet:
    'M17.5 8V6.5a2 2 0 0 0-2-2H6a2.5 2.5 0 0 0 0 5h11.5a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H6A2.5 2.5 0 0 1 3.5 17V7M16 14.5v.01',
  warning: 'M10.3 5.2 3.6 16.8a2 2 0 0 0 1.7 3h13.4a2 2 0 0 0 1.7-3L13.7 5.2a2 2 0 0 0-3.4 0ZM12 9.5v4M12 16.5v.01',
} as const

export type IconName = keyof typeof strokes

/** Icons that are mirrored in right-to-left languages. */
const mirrored: ReadonlySet<IconName> = new Set<IconName>(['back', 'chevron', 'disconnect', 'external'])

/** Icon in the colour of the text. Hidden from screen readers, because the surrounding control has a name. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      className={classNames('wm-icon', mirrored.has(name) && 'wm-flip')}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={strokes[name]} />
    </svg>
  )
}
