import { TextLink } from '@/components/ui/text-link';
import { sbomRecipes } from '@/domain/scanner-setup/sbom-recipes';
import { hrefs } from '@/features/hrefs';
import { RecipeTabs } from './recipe-tabs';

export interface SbomCommandsProps {
  publicUrl: string;
  /** Key to put into the commands. */
  apiKey: string;
}

/** Shows how each tool sends what it knows of an image or an application, ready to be copied. */
export function SbomCommands(input: SbomCommandsProps) {
  return (
    <div className="grid min-w-0 gap-2">
      <RecipeTabs label="Ways to send an SBOM" recipes={sbomRecipes(input)} />
      <p className="text-sm text-muted">
        Any SBOM will do. <TextLink href={hrefs.docs.sboms}>Supported formats</TextLink>
      </p>
    </div>
  );
}
