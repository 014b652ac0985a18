import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { placeOver } from '../../page/persistent-elements.js'
import { useUi } from '../../react/dialog/ui-context.js'

export interface PersistentBoxProps {
  /** Id of an item of the slot `persistentElements`. */
  readonly id: string
  /** In CSS pixels; it is as wide as the view. */
  readonly height: number
}

/** Reserves room in a view. The persistent element of that id is shown exactly over it for as long as this is drawn. */
export function PersistentBox({ id, height }: PersistentBoxProps): ReactNode {
  const parts = useUi()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    box.current.style.height = `${height}px` // through the CSSOM: a strict policy refuses style attributes
    return placeOver(parts, id, box.current)
  }, [parts, id, height])
  return <div ref={box} data-persistent={id} />
}
