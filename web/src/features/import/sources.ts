import type { ImportSource } from '../../core/formats-types';
import * as common from '../../messages/common';
import * as messages from '../../messages/import';

/** A product whose files can be imported. */
interface Source {
  /** The name of the product. */
  name: () => string;
  /** How to get a file from it. */
  steps: () => string;
}

/** The products in the order in which they are shown. The archive of an account is part of our own entry. */
export const SOURCES: Readonly<Record<Exclude<ImportSource, 'twentyfour_account'>, Source>> = {
  trello: { name: messages.productTrello, steps: messages.sourceTrello },
  todoist: { name: messages.productTodoist, steps: messages.sourceTodoist },
  super_productivity: { name: messages.productSuperProductivity, steps: messages.sourceSuperProductivity },
  planka: { name: messages.productPlanka, steps: messages.sourcePlanka },
  microsoft_to_do: { name: messages.productMicrosoftToDo, steps: messages.sourceMicrosoftToDo },
  google_tasks: { name: messages.productGoogleTasks, steps: messages.sourceGoogleTasks },
  csv: { name: messages.productCsv, steps: messages.sourceCsv },
  twentyfour: { name: common.productName, steps: messages.sourceTwentyfour },
};

/** Returns the name of the product that a file is from. */
export function sourceName(source: ImportSource): string {
  return SOURCES[source === 'twentyfour_account' ? 'twentyfour' : source].name();
}
