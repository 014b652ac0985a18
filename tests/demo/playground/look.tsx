import type { ThemeTokens } from '@wallet-modal/kernel'
import type { Composition } from './composition.js'
import type { EditorProps } from './switches.js'

const locales = { en: 'English', de: 'Deutsch', ar: 'العربية' }

/** Theme tokens, language and direction. */
export function Look({ composition, onChange }: EditorProps) {
  const { tokens, mode, direction, locale } = composition
  const change = (part: Partial<Composition>): void => onChange({ ...composition, ...part })
  const token = (part: ThemeTokens): void => change({ tokens: { ...tokens, ...part } })
  return (
    <section className="look">
      <h2>Look and language</h2>
      <Segments
        label="Theme"
        value={mode}
        choices={['auto', 'light', 'dark']}
        onChange={(next) => change({ mode: next })}
      />
      <label>
        Accent
        <input
          type="color"
          value={tokens.accent ?? '#4a5cff'}
          onChange={(event) => token({ accent: event.target.value })}
        />
      </label>
      <label>
        Radius
        <input
          type="range"
          min={0}
          max={40}
          value={tokens.radius ?? 24}
          onChange={(event) => token({ radius: event.target.valueAsNumber })}
        />
      </label>
      <label>
        Width
        <input
          type="range"
          min={300}
          max={480}
          value={tokens.width ?? 360}
          onChange={(event) => token({ width: event.target.valueAsNumber })}
        />
      </label>
      <label>
        Font
        <select
          value={tokens.font ?? ''}
          onChange={(event) => change({ tokens: withFont(tokens, event.target.value) })}
        >
          <option value="">default</option>
          <option>Georgia, serif</option>
          <option>monospace</option>
        </select>
      </label>
      <label>
        Overlay
        <input
          type="color"
          value={(tokens.overlay ?? '#10131a').slice(0, 7)}
          onChange={(event) => token({ overlay: `${event.target.value}80` })}
        />
      </label>
      <label>
        Language
        <select value={locale} onChange={(event) => change({ locale: event.target.value })}>
          {Object.entries(locales).map(([tag, name]) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Segments
        label="Direction"
        value={direction}
        choices={['auto', 'ltr', 'rtl']}
        onChange={(next) => change({ direction: next })}
      />
      {Object.keys(tokens).length > 0 && (
        <button type="button" className="quiet" onClick={() => change({ tokens: {} })}>
          Default look
        </button>
      )}
    </section>
  )
}

function withFont({ font: _, ...others }: ThemeTokens, font: string): ThemeTokens {
  return font === '' ? others : { ...others, font }
}

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: readonly T[]
  readonly onChange: (value: T) => void
}

const Segments = <T extends string>({ label, value, choices, onChange }: SegmentsProps<T>) => (
  <fieldset className="segments">
    <legend>{label}</legend>
    {choices.map((choice) => (
      <label key={choice}>
        <input type="radio" name={label} checked={choice === value} onChange={() => onChange(choice)} />
        <span>{choice}</span>
      </label>
    ))}
  </fieldset>
)
