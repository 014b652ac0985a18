import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { pageOf, placeOver } from '../../page/persistent-elements.js'
import { useUi } from '../../react/dialog/ui-context.js'
import { keepFocusAroundFrame } from './frame-focus.js'

export interface PersistentBoxProps {
  /** Id of an item of the slot `persistentElements`. */
  readonly id: string
  /** In CSS pixels; the width is that of the view. */
  readonly height: number
}

/** Reserves space in a view. The persistent element with this id is displayed exactly over it while it is rendered. */
export function PersistentBox({ id, height }: PersistentBoxProps): ReactNode {
  const parts = useUi()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    box.current.style.height = `${height}px` // through the CSSOM: a strict CSP forbids style attributes
    return placeOver(parts, id, box.current)
  }, [parts, id, height])
  useLayoutEffect(() => keepFocusAroundFrame(pageOf(parts).dialog), [parts])
  return <div ref={box} data-persistent={id} />
}
