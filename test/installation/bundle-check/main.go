// Judges a bundle of the Operator Lifecycle Manager by the checks of its own project: prints what they find, and fails on errors.
package main

import (
	"fmt"
	"os"

	"github.com/operator-framework/api/pkg/manifests"
	"github.com/operator-framework/api/pkg/validation"
)

func main() {
	bundle, err := manifests.GetBundleFromDir(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	failed := false
	checks := append(validation.DefaultBundleValidators, validation.OperatorHubV2Validator, validation.StandardCapabilitiesValidator)
	for _, result := range checks.Validate(bundle) {
		for _, found := range append(result.Errors, result.Warnings...) {
			fmt.Println(found.Error())
		}
		failed = failed || result.HasError()
	}
	if failed {
		os.Exit(1)
	}
}
