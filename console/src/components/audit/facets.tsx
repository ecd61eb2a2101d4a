// Filters of an audit trail. Their values are stored in the URL. Typed text is applied after a short delay.
import { Autocomplete, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { ListSearch } from '../../api/list.ts';
import { actionOptions, facetNames, resourceTypeOptions } from '../../texts/audit.ts';
import { useAddressText } from '../address-text.ts';

export type Facet = 'actor' | 'action' | 'resource' | 'resource-type' | 'organization' | 'since' | 'until';

export type OnFacet = (facet: Facet, value: string) => unknown;

/** Sets or removes a filter and returns to the first page. */
export function withFacet({ page: _, filter = {}, ...rest }: ListSearch, facet: Facet, value: string): ListSearch {
  const { [facet]: __, ...others } = filter;
  const all = value === '' ? others : { ...others, [facet]: value };
  return Object.keys(all).length === 0 ? rest : { ...rest, filter: all };
}

interface FieldProps {
  readonly facet: Facet;
  readonly search: ListSearch;
  readonly suggestions: readonly string[];
  readonly onFacet: OnFacet;
}

const Field = ({ facet, search, suggestions, onFacet }: FieldProps) => {
  const [text, change] = useAddressText(search.filter?.[facet] ?? '', (value) => onFacet(facet, value));
  return (
    <Autocomplete
      label={facetNames[facet]}
      value={text}
      onChange={change}
      data={[...suggestions]}
      limit={20}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
    />
  );
};

/** Filters whose values are codes. Users choose from the display names of the codes. */
const coded = { action: actionOptions, 'resource-type': resourceTypeOptions } as const;

const isCoded = (facet: Facet): facet is keyof typeof coded => facet in coded;

const Choice = ({ facet, search, suggestions, onFacet }: FieldProps & { readonly facet: keyof typeof coded }) => {
  const value = search.filter?.[facet] ?? '';
  return (
    <Select
      label={facetNames[facet]}
      data={[{ value: '', label: 'All' }, ...coded[facet]([...suggestions, ...(value === '' ? [] : [value])])]}
      value={value}
      onChange={(chosen) => onFacet(facet, chosen ?? '')}
      searchable
    />
  );
};

const Day = ({ facet, search, onFacet }: Omit<FieldProps, 'suggestions'>) => (
  <TextInput
    type="date"
    label={facetNames[facet]}
    value={search.filter?.[facet] ?? ''}
    onChange={({ currentTarget }) => onFacet(facet, currentTarget.value)}
  />
);

interface FacetsProps {
  readonly facets: readonly Facet[];
  readonly search: ListSearch;
  /** Filter values that occur on the current page. */
  readonly suggestions: Partial<Record<Facet, readonly string[]>>;
  readonly onFacet: OnFacet;
}

export const Facets = ({ facets, search, suggestions, onFacet }: FacetsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm" role="search">
    {facets.map((facet) => {
      if (facet === 'since' || facet === 'until')
        return <Day key={facet} facet={facet} search={search} onFacet={onFacet} />;
      const props = { search, suggestions: suggestions[facet] ?? [], onFacet };
      return isCoded(facet) ? (
        <Choice key={facet} facet={facet} {...props} />
      ) : (
        <Field key={facet} facet={facet} {...props} />
      );
    })}
  </SimpleGrid>
);
