import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { pageOf, placeOver } from '../../page/persistent-elements.js'
import { useUi } from '../../react/dialog/ui-context.js'
import { keepFocusAroundFrame } from './frame-focus.js'

export interface PersistentBoxProps {
  /** Id of an item of the slot `persistentElements`. */
  readonly id: string
  /** Height in CSS pixels. The box is as wide as the view. */
  readonly height: number
}

/** Box that reserves space in a view. While it is rendered, the persistent element with this id is displayed exactly over it. */
export function PersistentBox({ id, height }: PersistentBoxProps): ReactNode {
  const ui = useUi()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) return placeOver(ui, id, box.current)
  }, [ui, id])
  useLayoutEffect(() => keepFocusAroundFrame(pageOf(ui).dialog), [ui])
  return <div ref={box} data-persistent={id} style={{ height }} />
}
