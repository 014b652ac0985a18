import { useState } from 'react'
import { CopyButton } from './copy-button.js'
import type { PluginFacts } from './facts.js'
import { tasks } from './task-list.js'

export interface TasksProps {
  readonly plugins: readonly PluginFacts[]
  /** Full names of the events that happened so far. */
  readonly events: ReadonlySet<string>
}

/** Tasks for the enabled plugins. A task with an event is ticked off when the event happens. */
export function Tasks({ plugins, events }: TasksProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const shown = tasks.filter(({ plugin }) => plugins.some(({ manifest }) => manifest.id === plugin))
  const isDone = (text: string, doneBy?: string): boolean =>
    ticked.has(text) || (doneBy !== undefined && events.has(doneBy))
  const toggle = (text: string) =>
    setTicked((before) => new Set(before.has(text) ? [...before].filter((one) => one !== text) : [...before, text]))
  const done = shown.filter(({ text, doneBy }) => isDone(text, doneBy)).length
  return (
    <div>
      <p className="progress">
        {done} of {shown.length} tried
      </p>
      <ul className="tasks">
        {shown.map(({ text, doneBy, copy }) => (
          <li key={text}>
            <label>
              <input type="checkbox" checked={isDone(text, doneBy)} onChange={() => toggle(text)} />
              <span>{text}</span>
            </label>
            {copy && <CopyButton label={copy.label} text={copy.value} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
