import { type Composition, setOption, switchPlugin } from './composition.js'
import type { PluginFacts, Setting } from './facts.js'
import { OptionField } from './option-field.js'

export interface EditorProps {
  readonly setting: Setting
  readonly composition: Composition
  readonly onChange: (composition: Composition) => void
}

const isFamily = ({ manifest }: PluginFacts): boolean => manifest.provides.some((name) => name.startsWith('namespace:'))

/** A switch for each plugin, with the plugin's networks and options. The plugins of chain families come first. */
export function Switches({ setting, composition, onChange }: EditorProps) {
  const families = setting.plugins.filter(isFamily)
  const others = setting.plugins.filter((plugin) => !isFamily(plugin))
  return (
    <>
      <section>
        <h2>Chain families</h2>
        {families.map((plugin) => (
          <Plugin key={plugin.name} {...{ plugin, setting, composition, onChange }} />
        ))}
      </section>
      <section>
        <h2>Features</h2>
        {others.map((plugin) => (
          <Plugin key={plugin.name} {...{ plugin, setting, composition, onChange }} />
        ))}
      </section>
    </>
  )
}

function Plugin({ plugin, setting, composition, onChange }: EditorProps & { readonly plugin: PluginFacts }) {
  const { name, manifest, networks } = plugin
  const options = composition.plugins[name]
  const isAvailable = setting.load[name] !== undefined
  const fields = Object.entries(manifest.options.properties ?? {}).filter(
    ([option]) => !(option === 'url' && manifest.developmentOnly),
  )
  return (
    <div className="plugin">
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={options !== undefined}
          checked={options !== undefined}
          disabled={!isAvailable}
          onChange={(event) => onChange(switchPlugin(composition, name, event.target.checked))}
        />
        <span>
          <strong>{manifest.title}</strong>
          <small>
            {isAvailable ? manifest.description : 'Not available on this page: see the plugin’s documentation'}
          </small>
        </span>
      </label>
      {options && fields.length + networks.length > 0 && (
        <details>
          <summary>{networks.length > 0 ? 'Networks and options' : 'Options'}</summary>
          {networks.map(({ caipNetworkId, name: network }) => (
            <label key={caipNetworkId} className="check">
              <input
                type="checkbox"
                checked={composition.networks.includes(caipNetworkId)}
                onChange={() => onChange({ ...composition, networks: toggled(composition.networks, caipNetworkId) })}
              />
              {network}
            </label>
          ))}
          {fields.map(([option, schema]) => (
            <OptionField
              key={option}
              name={option}
              schema={schema}
              value={options[option]}
              onChange={(value) => onChange(setOption(composition, name, option, value))}
            />
          ))}
        </details>
      )}
    </div>
  )
}

const toggled = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
