import { useState } from 'react'
import { Select } from '#kit/ui/inputs/select.tsx'
import { getLgaOptions, stateOptions } from '#shared/reference-data/states.ts'

interface Props {
  labels: Readonly<Record<'state' | 'lga', string>>
  /** Empty strings for none. */
  place: Readonly<Record<'state' | 'lga', string>>
  errors: Readonly<{ state?: string | undefined; lga?: string | undefined }>
}

/** The home state and the LGA, which follows it. */
export function PlaceSelects({ labels, place, errors }: Props) {
  const [state, setState] = useState(place.state)
  return (
    <>
      <Select
        label={labels.state}
        name="state"
        options={stateOptions}
        value={state}
        onChange={({ target }) => setState(target.value)}
        error={errors.state}
      />
      <Select
        key={state}
        label={labels.lga}
        name="lga"
        options={getLgaOptions(state)}
        defaultValue={state === place.state ? place.lga : ''}
        error={errors.lga}
      />
    </>
  )
}
