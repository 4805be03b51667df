import { TextLink } from '@/components/ui/text-link';
import { gateRecipes, type GateRecipeInput } from '@/domain/report/gate-recipes';
import { hrefs } from '@/features/hrefs';
import { RecipeTabs } from './recipe-tabs';

/** Shows how a build is stopped for software that has ended, for each platform, ready to be copied. */
export function GateCommands(input: GateRecipeInput) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-sm text-muted">
        Any SBOM will do. <TextLink href={hrefs.docs.gate}>What a gate does</TextLink>
      </p>
      <RecipeTabs label="Ways to gate a build" recipes={gateRecipes(input)} />
    </div>
  );
}
